import { ApiError, type Call } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { simSize } from '#protocol/procedure.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { TerminalsAsked } from './asked.ts'

export type Terminal = Result<typeof api.terminalsGet>['rows'][number]

export type TerminalsFound = {
  asked: TerminalsAsked
  makers: string[]
  rows: Terminal[]
  /** The one device that was asked for by its name. */
  meant?: Terminal
  total: number
  page: number
  pages: number
  /** The last day on which any device was checked. */
  asOf: string
  /** Sentence beside the search word. */
  error?: string
}

export const PAGE_SIZE = 20
/** The wire answers so many at once; the list is a few hundred. */
const MAX_ROWS = 500

/** Asks for every page up to the wanted one, so that a page's number stays in the address. */
export async function searchTerminals(call: Call, query: URLSearchParams): Promise<TerminalsFound> {
  const asked = readAsked(query)
  const wanted = pageOf(query)
  try {
    const found = await call(api.terminalsGet, { query: toWire(asked, wanted) })
    const total = found.total ?? found.rows.length
    const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
    const page = Math.min(wanted, pages)
    const rows = found.rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
    const { meant, makers, asOf } = found
    return { asked, makers, rows, ...(meant ? { meant } : {}), total, page, pages, asOf }
  } catch (error) {
    const sentence = error instanceof ApiError ? error.failure?.fields?.['q']?.[0] : undefined
    if (sentence === undefined) throw error
    const all = await call(api.terminalsGet, { query: { limit: 1 } })
    const { makers, asOf } = all
    return { asked, makers, rows: [], total: 0, page: 1, pages: 1, asOf, error: sentence }
  }
}

function readAsked(query: URLSearchParams): TerminalsAsked {
  return {
    q: (query.get('q') ?? '').slice(0, 200),
    maker: (query.get('maker') ?? '').slice(0, 40),
    simSize: simSize.safeParse(query.get('sim')).data ?? '',
    esim: query.get('esim') === '1',
    volte: query.get('volte') === '1',
    tethering: query.get('tethering') === '1',
  }
}

function pageOf(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_ROWS / PAGE_SIZE) : 1
}

function toWire(asked: TerminalsAsked, page: number) {
  const size = simSize.safeParse(asked.simSize).data
  return {
    limit: page * PAGE_SIZE,
    ...(asked.q === '' ? {} : { q: asked.q }),
    ...(asked.maker === '' ? {} : { maker: asked.maker }),
    simSize: size,
    ...(asked.esim ? { esim: true } : {}),
    ...(asked.volte ? { volte: true } : {}),
    ...(asked.tethering ? { tethering: true } : {}),
  }
}
