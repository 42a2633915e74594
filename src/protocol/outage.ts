import { z } from 'zod'
import {
  emergencyCallStates,
  otherWays,
  outageKinds,
  outageServiceKeys,
  outageSeverities,
  outageStates,
} from '#vocabulary/outage.ts'
import { type Answer, accountEndpoint, visitorEndpoint } from './endpoint.ts'
import { instant, opaqueId } from './primitives.ts'

/** One row of the outage board. */
export const outageOnBoard = z
  .object({
    incidentId: opaqueId,
    title: z.string(),
    kind: z.enum(outageKinds),
    severity: z.enum(outageSeverities),
    state: z.enum(outageStates),
    services: z.array(z.object({ serviceKey: z.enum(outageServiceKeys), name: z.string() })),
    /** Prefectures; none: everywhere. */
    areas: z.array(z.string()),
    from: instant,
    /** When it ended; of maintenance, when it is planned to. */
    to: instant.optional(),
    /** What is hoped for while it lasts. */
    expectedEnd: instant.optional(),
    /** Calls to 110, 118 and 119, and since when they are so. */
    emergencyCalls: z.object({ state: z.enum(emergencyCallStates), since: instant.optional() }),
    /** What else can be used while it lasts. */
    otherWays: z.array(z.enum(otherWays)),
    updatedAt: instant,
    /** The newest first. */
    updates: z.array(z.object({ at: instant, message: z.string() })),
  })
  .meta({ id: 'Outage' })

export const outageApi = {
  serviceStatusGet: visitorEndpoint('GET', '/api/service_status', {
    summary: 'サービスの稼働状況と障害・メンテナンスのお知らせ',
    result: z
      .object({
        asOf: instant,
        services: z.array(
          z.object({
            serviceKey: z.enum(outageServiceKeys),
            name: z.string(),
            state: z.enum(['normal', 'degraded', 'outage', 'maintenance']),
            message: z.string().optional(),
            since: instant.optional(),
          }),
        ),
        incidents: z.array(outageOnBoard),
      })
      .meta({ id: 'ServiceStatus' }),
  }),

  outageConcerningGet: accountEndpoint('GET', '/api/outage/concerning', {
    summary: 'あなたの回線に関わる障害・メンテナンス',
    /** What lasts, and what is planned for the coming days. */
    result: z.object({ asOf: instant, incidents: z.array(outageOnBoard) }),
  }),
}

export type ServiceStatus = Answer<typeof outageApi.serviceStatusGet>
export type OutageOnBoard = ServiceStatus['incidents'][number]
