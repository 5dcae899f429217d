"""Who looks at a table and what each look is sent."""
