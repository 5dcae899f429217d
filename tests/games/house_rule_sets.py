"""Three rule sets of clubs: Color Gin to 150, Colonel with both of its variations, gin with bonuses of one's own."""

from games import engine

COLOR = engine.house_key("color", suit_target=150, gin_bonus=25, undercut_bonus=20)
COLONEL = engine.house_key("colonel-fosdick", scoring="meld_minus_hand", pickup="pile")
GIN = engine.house_key("gin-rummy-com", knock_limit=7, gin_bonus=30, undercut_on_tie=True)
THREE = {"house-color": COLOR, "house-colonel": COLONEL, "house-gin": GIN}
