# verdict: none
# A start script that does not `exec` its bot, here one in shell: who kills the script has not killed the bot.
# Met: D07, trio #3237.
sh -c '
while read -r line; do
    id=${line#*\"id\":}
    id=${id%%,*}
    case $line in
    *\"type\":\"hello\"* | *\"type\":\"start\"*) echo "{\"type\": \"ready\", \"id\": $id}" ;;
    *\"type\":\"turn\"*) echo "{\"id\": $id, \"choice\": 0}" ;;
    *\"type\":\"quit\"*) sleep 1000 ;;
    esac
done
'
exit 0
