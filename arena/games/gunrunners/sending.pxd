from arena.games.gunrunners.position cimport Position
