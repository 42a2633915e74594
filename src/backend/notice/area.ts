import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { noticeHandlers } from './api.ts'

export function createNoticeArea(deps: AreaDeps) {
  const work: AreaWork = {}
  return { handlers: noticeHandlers(deps), work }
}
