/** What the form says, as it was typed; the address's query is the state. */
export type TerminalsAsked = {
  q: string
  maker: string
  simSize: string
  esim: boolean
  volte: boolean
  tethering: boolean
}

/** The address of another page of the same search. */
export function pageQuery(asked: TerminalsAsked, page: number): string {
  const pairs = [
    ['q', asked.q],
    ['maker', asked.maker],
    ['sim', asked.simSize],
    ['esim', asked.esim ? '1' : ''],
    ['volte', asked.volte ? '1' : ''],
    ['tethering', asked.tethering ? '1' : ''],
    ['page', page === 1 ? '' : String(page)],
  ].filter(([, value]) => value !== '')
  return new URLSearchParams(pairs).toString()
}
