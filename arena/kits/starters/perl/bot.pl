#!/usr/bin/env perl
use v5.30;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Protocol;

# One game of my bot: made as the game starts, asked at each turn, thrown away at its end. What it sees and may do is on
# {{page}}.
package Bot {

    sub new {
        my ( $class, %start ) = @_;
        return bless { seat => $start{seat}, random => $start{random} }, $class;
    }

    # The index of a move in $turn->{legal}.
    sub choose {
        my ( $self, $turn ) = @_;

        # Think here: look at $turn->{view} and at each of $turn->{legal}, and return the index of the best.
        #
        #     for my $move ( @{ $turn->{legal} } ) {
        #         say STDERR "seat $self->{seat} may $move->{do}";
        #     }
        return $self->{random}->below( scalar @{ $turn->{legal} } );
    }
}

Protocol::play( 'my bot', 'Bot' );
