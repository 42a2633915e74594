import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { giftHandlers } from './api.ts'
import { bringBackGifts } from './commands/take-back.ts'

export function createGiftArea(deps: AreaDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'gifts that come back', run: (now) => bringBackGifts(deps, now) }],
  }
  return { handlers: giftHandlers(deps), work }
}
