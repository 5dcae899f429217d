/* Gin for two as boardgame.io writes a game: hidden hands by playerView, every move checked, a new deal when one ends.
 *
 * Lighter than ours on purpose: no lay-off and no score sheet, and nobody is told what he may do. */
const { INVALID_MOVE } = require('boardgame.io/dist/cjs/core.js')

const RANKS = 'A23456789TJQK'
const DECK = [...'CDHS'].flatMap((suit) => [...RANKS].map((rank) => rank + suit))
const VALUES = Object.fromEntries([...RANKS].map((rank, at) => [rank, Math.min(at + 1, 10)]))
const OTHER = { 0: '1', 1: '0' }

function deal(random) {
  const deck = random.Shuffle(DECK)
  return { hands: { 0: deck.splice(0, 10), 1: deck.splice(0, 10) }, pile: deck.splice(0, 1), stock: deck, taken: null }
}

/** The least that a hand counts when its best melds are laid. */
function deadwood(hand) {
  const melds = [...runs(hand), ...sets(hand)].map((meld) => [meld, new Set(meld)])
  const total = hand.reduce((sum, card) => sum + VALUES[card[0]], 0)
  const saved = (used, from) => {
    let most = 0
    for (let at = from; at < melds.length; at += 1) {
      const [meld] = melds[at]
      if (meld.some((card) => used.has(card))) continue
      const worth = meld.reduce((sum, card) => sum + VALUES[card[0]], 0)
      most = Math.max(most, worth + saved(new Set([...used, ...meld]), at + 1))
    }
    return most
  }
  return total - saved(new Set(), 0)
}

function sets(hand) {
  return [...RANKS].flatMap((rank) => {
    const cards = hand.filter((card) => card[0] === rank)
    if (cards.length < 3) return []
    return cards.length === 3 ? [cards] : [cards, ...cards.map((out) => cards.filter((card) => card !== out))]
  })
}

function runs(hand) {
  const found = []
  for (const suit of 'CDHS') {
    for (let from = 0; from < 13; from += 1) {
      for (let to = from; to < 13 && hand.includes(RANKS[to] + suit); to += 1) {
        if (to - from >= 2) found.push([...RANKS.slice(from, to + 1)].map((rank) => rank + suit))
      }
    }
  }
  return found
}

function draw({ G, playerID }, from) {
  if (G.taken !== null || !['stock', 'pile'].includes(from) || !G[from].length) return INVALID_MOVE
  const card = G[from].pop()
  G.hands[playerID].push(card)
  G.taken = { card: from === 'pile' ? card : null }
}

function put({ G, playerID }, card) {
  const hand = G.hands[playerID]
  if (G.taken === null || G.taken.card === card || !hand.includes(card)) return false
  hand.splice(hand.indexOf(card), 1)
  G.pile.push(card)
  G.taken = null
  return true
}

function discard({ G, random, events, playerID }, card) {
  if (!put({ G, playerID }, card)) return INVALID_MOVE
  if (G.stock.length <= 2) Object.assign(G, deal(random))
  events.endTurn()
}

function knock({ G, random, events, playerID }, card) {
  if (!put({ G, playerID }, card)) return INVALID_MOVE
  const own = deadwood(G.hands[playerID])
  if (own > 10) return INVALID_MOVE
  const theirs = deadwood(G.hands[OTHER[playerID]])
  const gin = own === 0
  const winner = gin || own < theirs ? playerID : OTHER[playerID]
  G.points[winner] += Math.abs(theirs - own) + (gin || winner !== playerID ? 25 : 0)
  Object.assign(G, deal(random))
  events.endTurn()
}

exports.gin = {
  name: 'gin',
  disableUndo: true,
  setup: ({ random }) => ({ ...deal(random), points: { 0: 0, 1: 0 } }),
  moves: { draw: { move: draw, client: false }, discard, knock },
  playerView: ({ G, playerID }) => ({
    ...G,
    stock: G.stock.length,
    hands: Object.fromEntries(Object.entries(G.hands).map(([id, hand]) => [id, id === playerID ? hand : hand.length])),
  }),
}
