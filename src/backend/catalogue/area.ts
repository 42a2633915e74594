import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { catalogueHandlers } from './api.ts'

/** What anybody may ask: the price list, a quote, the confirmed devices, postcodes. */
export function createCatalogueArea(deps: AreaDeps) {
  const work: AreaWork = {}
  return { handlers: catalogueHandlers(deps), work }
}
