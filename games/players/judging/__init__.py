"""Judge play: the luck of a deal, the outs of a hand, the points that each decision gave up."""
