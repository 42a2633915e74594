import type { Address } from 'yubin'

/**
 * Addresses of a postcode, from Japan Post's lists as the package `yubin` brings them along: all of Japan, no one is
 * asked over the network. The package keeps one town a code; where a code has several, the town is left to the member.
 */
export async function findPostcode(zipcode: string) {
  // Four megabytes that most processes never ask for.
  const { getAddress } = await import('yubin')
  const found = getAddress(zipcode)
  const entries = found ? [toWire(zipcode, found)] : []
  return { count: entries.length, entries }
}

function toWire(zipcode: string, found: Address) {
  const { prefecture, city } = found
  const location = townOf(found)
  const street = found.source === 'jigyosyo' ? toHalfWidth(found.streetAddress) : ''
  return {
    prefecture,
    zipcode,
    municipality: city,
    location,
    address: prefecture + city + location + street,
    prefecture_code: Number(found.jisCode.slice(0, 2)),
  }
}

/** The town as one writes it in an address: without the list's remarks, none where the code has no town of its own. */
function townOf(found: Address): string {
  if (found.source === 'jigyosyo') return toHalfWidth(found.town)
  if (found.multiTown || remark.test(found.town)) return ''
  return toHalfWidth(found.town.replace(/（.*$/u, ''))
}

/** Japan Post's words for 「no town」; 「一円」 alone is a town (滋賀県多賀町). */
const remark = /^以下に掲載がない場合$|の次に.*番地がくる場合$|.一円$/u

function toHalfWidth(text: string): string {
  return text.replace(/[０-９－]/gu, (letter) => letter.normalize('NFKC'))
}
