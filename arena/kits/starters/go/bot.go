// My bot. The types of what it sees and may do are in game/game.go; what all of it means, in {{page}}.
package main

import "log"

// Bot is one game: made as the game starts, asked at each turn, thrown away at its end.
type Bot struct {
	seat   int
	random *Random
}

// NewBot begins a game.
func NewBot(start *Start) Player {
	return &Bot{start.Seat, start.Random}
}

// Choose returns the index of a move in turn.Legal.
func (b *Bot) Choose(turn *Turn) int {
	// Think here: look at turn.View and at each of turn.Legal, and return the index of the best.
	// Import "bot/game", and `switch move := move.(type) { case game.ONE: ... }` tells the moves apart. log.Print writes
	// to stderr, where it may.
	return b.random.Below(len(turn.Legal))
}

func main() {
	if err := Play("my bot", NewBot); err != nil {
		log.Fatal(err)
	}
}
