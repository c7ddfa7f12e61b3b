// The talk with the referee: a line in, a line out. There is no need to open this file.

package main

import (
	"bot/game"
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
)

// Random gives numbers that a seed decides: the same seed gives the same game again, in every kit's language.
type Random struct{ state uint32 }

// NewRandom begins with FNV-1a with 32 bits, over the digits of the seed.
func NewRandom(seed uint64) *Random {
	state := uint32(2166136261)
	for _, digit := range []byte(strconv.FormatUint(seed, 10)) {
		state = (state ^ uint32(digit)) * 16777619
	}
	if state == 0 {
		state = 1
	}
	return &Random{state}
}

// Below is a number from 0 to limit - 1.
func (r *Random) Below(limit int) int {
	r.state ^= r.state << 13 // Marsaglia's xorshift with 32 bits
	r.state ^= r.state >> 17
	r.state ^= r.state << 5
	return int(r.state % uint32(limit))
}

// Start is what is known as a game begins.
type Start struct {
	Game    string
	GameID  string `json:"game_id"`
	Seat    int    // the bot's own, from 0
	Seats   int
	Options game.Options
	Time    map[string]*float64 // the limits: start_ms, move_ms, bank_ms, increment_ms; nil is none
	Random  *Random             `json:"-"`
}

// Turn is a decision to be made.
type Turn struct {
	Legal  game.Moves // all legal moves, at least one
	View   game.View
	Memory game.Memory
	Events []json.RawMessage // what happened since the last turn, oldest first
	LastMs *float64          `json:"last_ms"` // how long the last decision took
	LeftMs *float64          `json:"left_ms"` // what is left in the bank
}

// Player is one game of a bot.
type Player interface {
	// Choose returns the index of a move in turn.Legal.
	Choose(turn *Turn) int
}

type ready struct {
	Type     string `json:"type"`
	ID       int    `json:"id"`
	Protocol int    `json:"protocol"`
	Name     string `json:"name"`
}

type choice struct {
	ID     int `json:"id"`
	Choice int `json:"choice"`
}

// Play plays games until the referee has no more, each with a player of its own.
func Play(name string, newPlayer func(*Start) Player) error {
	in, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	var named string
	var player Player
	for {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		var head struct {
			Type string
			ID   int
			Game string
			Seed uint64
		}
		if err := json.Unmarshal(line, &head); err != nil {
			return fmt.Errorf("message: %w", err)
		}
		switch head.Type {
		case "hello":
			named = head.Game
			err = out.Encode(ready{"ready", head.ID, 1, name})
		case "start":
			start := Start{Random: NewRandom(head.Seed)}
			if err := json.Unmarshal(line, &start); err != nil {
				return fmt.Errorf("start: %w", err)
			}
			start.Game = named
			player = newPlayer(&start)
			err = out.Encode(ready{"ready", head.ID, 1, name})
		case "turn":
			var turn Turn
			if err := json.Unmarshal(line, &turn); err != nil {
				return fmt.Errorf("turn: %w", err)
			}
			err = out.Encode(choice{head.ID, player.Choose(&turn)})
		case "quit":
			return nil
		}
		if err != nil {
			return err
		}
	}
}
