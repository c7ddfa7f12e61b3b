#!/bin/sh
# Plays any legal move of any game, each equally likely. POSIX sh and awk.
#
# Start: sh random_bot.sh
#
# A new awk reads each line: one awk for all would wait for more input before it answers.

export LC_ALL=C # bytes are enough: no byte of a longer UTF-8 character looks like JSON's own signs
state=1

# "TYPE ID COUNT SEED" of a message: the fields "type", "id" and "seed" of the outermost object, and the number of
# elements in its "legal" (never empty). Split at the quotes, every second part is inside a string.
read_message() {
    awk '{
        gsub(/\\./, "_") # an escaped quote does not end a string
        parts = split($0, part, "\"")
        for (p = 1; p <= parts; p++)
            if (p % 2 == 0) {
                if (depth == 1 && part[p + 1] ~ /^[ \t]*:/) key = part[p]
                else if (depth == 1) value[key] = part[p]
            } else
                for (i = 1; i <= length(part[p]); i++) {
                    c = substr(part[p], i, 1)
                    if (c ~ /[[{]/) depth++
                    else if (c ~ /[]}]/) depth--
                    else if (c == "," && depth == 2 && key == "legal") commas++
                    else if (c ~ /[0-9]/ && depth == 1) value[key] = value[key] c
                }
        # Nine digits of the seed, as numbers, are safe in any awk and shell.
        print value["type"], value["id"], commas + 1, substr("00000000" value["seed"], length(value["seed"])) + 0
    }'
}

while IFS= read -r line; do
    read -r type id count seed <<END
$(printf '%s\n' "$line" | read_message)
END
    case $type in
    hello | start)
        # The same contest gives the same game again.
        if [ "$type" = start ]; then state=$((seed % 2147483646 + 1)); fi
        echo "{\"type\":\"ready\",\"id\":$id,\"protocol\":1,\"name\":\"random (shell)\"}"
        ;;
    turn)
        state=$((state * 48271 % 2147483647)) # Park and Miller's generator: 1 to 2^31 - 2, each once before it repeats
        echo "{\"id\":$id,\"choice\":$((state % count))}"
        ;;
    quit) exit ;;
    esac
done
