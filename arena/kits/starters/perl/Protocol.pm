package Protocol;

# The talk with the referee: a line in, a line out. There is no need to open this file.

use v5.30;
use warnings;
use JSON::PP ();

# JSON::XS reads faster, where it is installed.
my $json = ( eval { require JSON::XS; 'JSON::XS' } // 'JSON::PP' )->new->utf8->canonical;

# Plays games until the referee has no more. The class is made for each game with a hash of what is known as it begins
# (game, game_id, seat, seats, options, time, random), and answers `choose` with the index of a move in `$turn->{legal}`.
# A turn is a hash of legal, view, memory, events, last_ms and left_ms.
sub play {
    my ( $name, $class ) = @_;
    my ( $game, $bot );
    binmode STDIN;
    while ( my $line = <STDIN> ) {
        my $message = $json->decode($line);
        my ( $type, $id ) = @{$message}{qw(type id)};
        if ( $type eq 'hello' ) {
            $game = $message->{game};
            say_line( { type => 'ready', id => $id, protocol => 1, name => $name } );
        }
        elsif ( $type eq 'start' ) {
            $bot = $class->new( %{$message}, game => $game, random => Protocol::Random->new( $message->{seed} ) );
            say_line( { type => 'ready', id => $id } );
        }
        elsif ( $type eq 'turn' ) {
            say_line( { id => $id, choice => $bot->choose($message) } );
        }
        elsif ( $type eq 'quit' ) {
            return;
        }
    }
    return;
}

sub say_line {
    my ($answer) = @_;
    local $| = 1;
    print {*STDOUT} $json->encode($answer), "\n";
    return;
}

package Protocol::Random;

# Random numbers that a seed decides: the same seed gives the same game again, in every kit's language.
sub new {
    my ( $class, $seed ) = @_;
    my $state = 2_166_136_261;    # FNV-1a with 32 bits, over the digits of the seed
    $state = ( $state ^ ord ) * 16_777_619 & 0xFFFFFFFF for split //, $seed;
    return bless { state => $state || 1 }, $class;
}

# A number from 0 to $limit - 1.
sub below {
    my ( $self, $limit ) = @_;
    my $state = $self->{state};
    $state ^= $state << 13 & 0xFFFFFFFF;    # Marsaglia's xorshift with 32 bits
    $state ^= $state >> 17;
    $state ^= $state << 5 & 0xFFFFFFFF;
    $self->{state} = $state;
    return $state % $limit;
}

1;
