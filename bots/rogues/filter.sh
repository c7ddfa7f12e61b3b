# verdict: time; says: 0 bytes received
# Answers through a filter that collects what it is given: the shell's way of forgetting to flush. Met: D21.
exec 3>&1
while read -r line; do
    id=${line#*\"id\":}
    id=${id%%,*}
    case $line in
    *\"type\":\"hello\"* | *\"type\":\"start\"*) echo "{\"type\": \"ready\", \"id\": $id}" >&3 ;;
    *\"type\":\"turn\"*) echo "{\"id\": $id, \"choice\": 0}" ;;
    esac
done | sed 's/no such thing//'
