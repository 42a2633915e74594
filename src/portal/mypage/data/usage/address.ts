import { pages } from '#vocabulary/pages.ts'
import { monthIn } from '#portal/mypage/shared/months.ts'

export type View = 'days' | 'records'

/** What the address of the usage page asks for. */
export type Asked = {
  readonly view: View
  /** Absent: the whole contract. */
  readonly lineId: string | undefined
  readonly month: string | undefined
  readonly cursor: string | undefined
}

const path = pages.usage

export function readAsked({ searchParams }: URL): Asked {
  const view = searchParams.get('view')
  return {
    view: view === 'records' ? view : 'days',
    lineId: searchParams.get('line') || undefined,
    month: monthIn(searchParams),
    cursor: searchParams.get('cursor') || undefined,
  }
}

/** The address of a view; what is not named is left out, so that an address is as short as it can be. */
export function addressOf({ view, lineId, month, cursor }: Partial<Asked>): string {
  const search = new URLSearchParams({
    ...(view && view !== 'days' && { view }),
    ...(lineId && { line: lineId }),
    ...(month && { month }),
    ...(cursor && { cursor }),
  })
  return search.size === 0 ? path : `${path}?${search}`
}
