/**
 * Words of which one is often written where another is meant, from general English and from software: not one of them is
 * here for a certain server. A synonym counts less than the word itself, so a line may be generous.
 */
import { termOf } from "./terms.ts";

const LINES = `
get fetch retrieve read obtain load
read open view show
show display view
list enumerate
create make generate build new
add insert append create
delete remove erase drop
update edit modify change set
rename move
search find lookup query look
find locate discover
run execute start launch
stop end terminate kill
send post deliver
write save store put
download fetch
upload put
convert transform translate export conversion
translate translation language
compare diff difference comparison
calculate compute calculation math arithmetic
check verify validate validation test
analyze analysis analyse inspect examine
summarize summary overview summarise
describe detail info information explain
subscribe follow watch monitor
schedule plan reserve book
buy purchase order
pay payment
price cost quote fee
send mail
email mail message inbox
message chat text
folder directory dir
file document
doc document documentation
picture image photo img
image screenshot
video movie film clip
movie cinema
song music track audio tune
sound audio
website web site webpage page internet
web internet online
browser web
url link address
http request api
scrape crawl extract
terminal shell command console bash cli
process task job
task todo
issue ticket bug
repository repo
pull merge
code source program
database db sql
table sheet
spreadsheet excel sheet xlsx
presentation slide ppt powerpoint
word docx
chart graph plot diagram visualization visualize
diagram flowchart
map location place
place poi
location position coordinate
coordinate latitude longitude
geocode address
direction route navigation
near nearby around
distance far
weather forecast temperature climate
stock share equity ticker
finance financial
crypto cryptocurrency bitcoin coin token
currency exchange
news headline article
article paper
paper publication study
academic scholar research
trend trending popular hot
event meeting calendar appointment
date day time
time clock hour
current now latest
latest recent newest
today current
history past historical
user person people account member
contact person
customer client
company business firm corporation
employee staff
job career
hotel accommodation lodging
flight airline plane
trip travel journey
restaurant food dining
food meal dish
recipe cook cooking
doctor physician
drug medicine medication
disease illness condition
hospital clinic
house home property
car vehicle auto
game gaming play
player gamer
random shuffle
number digit integer
count total amount
sum add total
subtract minus
multiply product times
divide division
average mean
big large
rank ranking leaderboard
rating review score
recommend suggest recommendation suggestion
similar related
note memo
memory remember knowledge
knowledge graph
password credential secret
login authenticate auth sign
key token
setting config configuration option preference
deploy release publish
version release
package library module dependency
container docker
log trace
error failure exception
notify notification alert
reminder alarm
pdf document
text string
content body
field column attribute
record entry row
item product
product goods merchandise
shop store
cart basket
invoice bill
tax duty
loan mortgage
weight mass
speed velocity
height tall
size dimension
color colour
light lamp
country nation
city town
university college school
teacher instructor
law legal
lawyer attorney
court judge
sport match
team club
exercise workout fitness
gene genetic
star astronomy
planet space
`;

/** The other terms that may be meant by a term. */
export function synonymsOf(term: string): readonly string[] {
  table ??= makeTable();
  return table.get(term) ?? [];
}

let table: ReadonlyMap<string, readonly string[]> | undefined;

function makeTable(): ReadonlyMap<string, readonly string[]> {
  const sets = new Map<string, Set<string>>();
  for (const line of LINES.trim().split("\n")) {
    const terms = line.split(" ").flatMap((word) => termOf(word) ?? []);
    for (const term of terms) sets.set(term, new Set([...(sets.get(term) ?? []), ...terms]));
  }
  return new Map([...sets].map(([term, others]) => [term, [...others].filter((other) => other !== term)]));
}
