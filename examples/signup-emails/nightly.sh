set -e
touch own.txt
least=3000
list=${1:-https://raw.githubusercontent.com/disposable-email-domains/disposable-email-domains/main/disposable_email_blocklist.conf}
curl -fsSo new-list.txt "$list"
test "$(grep -ciE '^[a-z0-9.@*_-]+\.[a-z]' new-list.txt)" -ge $least || { echo "The list is cut off" >&2; exit 1; }
(cat new-list.txt; echo; cat own.txt) > new.txt
npx edgebloom build --static --error-rate 0.001 --keys email --allow allow.txt -o new.bloom new.txt
npx edgebloom verify -q new.bloom --keys email --list new.txt --allow allow.txt
mv new-list.txt list.txt
cp list.txt "list-$(LC_ALL=C date +%a).txt"
mv new.bloom disposable.bloom
mv new.txt domains.txt
