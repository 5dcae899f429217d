"""What is made of finished deals: records, luck, analyses, what players hold."""
