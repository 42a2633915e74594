/** In the address one comes back to: what was pressed goes on by itself. */
export const PRESS_PARAMETER = 'press'

/** The address of a page without what a detour has left in it. */
export function ownAddress(pathname: string, search: string): string {
  const own = new URLSearchParams(search)
  own.delete('note')
  own.delete(PRESS_PARAMETER)
  return own.size === 0 ? pathname : `${pathname}?${own}`
}
