"""How matches are shown in Discord and kept up to date: cards, boards, old boards, pictures."""
