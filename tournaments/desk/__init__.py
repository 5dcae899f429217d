"""The director's desk: cases, rulings, appeals."""
