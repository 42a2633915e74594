/** Anybody who knows such an address may read what is there: the feed of a calendar. A file of an order needs a login. */
const secretPath = /(\/calendar\/)(?!order\/)[^?#]+/i

/** An address as logs and error reports may hold it: without query, fragment and what is secret in its path. */
export function loggedAddress(address: string): string {
  return decoded(address.replace(/[?#].*$/s, '')).replace(secretPath, '$1[removed]')
}

/** The router reads `/%63alendar/` as `/calendar/`. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
