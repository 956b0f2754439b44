"""What every game stands on: cards, poker hands, the grid, chance, flat state, twins."""
