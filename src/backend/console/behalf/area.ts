import type { ApiHandlers } from '#backend/area.ts'
import { behalfHandlers } from './api.ts'

/** Procedures that staff press for a member, on the member's own screens (docs/decisions/105). */
export const createBehalfArea = ({ member }: { readonly member: ApiHandlers }) => ({
  handlers: behalfHandlers(member),
})
