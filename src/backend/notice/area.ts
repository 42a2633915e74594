import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { noticeHandlers } from './api.ts'
import { noticeHeld } from './retention.ts'

export function createNoticeArea(deps: AreaDeps) {
  const work: AreaWork = { held: noticeHeld }
  return { handlers: noticeHandlers(deps), work }
}
