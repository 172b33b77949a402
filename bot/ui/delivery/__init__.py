"""How matches get to Discord and stay right there: cards, boards, old boards, pictures."""
