import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { useHarness } from '../../../tests/api/use-harness.ts'
import { addRow } from '../../../tests/api/rows.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')

describe('サービスの稼働状況', () => {
  test('何もなければ、どのサービスも正常', async () => {
    const status = await harness.visitor(api.serviceStatusGet)
    expect(status.services).toHaveLength(7)
    expect(new Set(status.services.map(({ state }) => state))).toEqual(new Set(['normal']))
    expect(status.incidents).toEqual([])
  })

  test('予定・発生中・解消を時刻から答え、発生中のものだけがサービスの状態を変える', async () => {
    const at = (text: string) => Temporal.Instant.from(`${text}+09:00`)
    const row = (incident_id: string, begins: string, ends: string | null) => ({
      incident_id,
      kind: 'outage' as const,
      severity: 'degraded' as const,
      services: ['data', 'sms'],
      title: '通信がつながりにくい状態',
      begins_at: at(begins),
      ends_at: ends === null ? null : at(ends),
    })
    await harness.database.db
      .insertInto('service_incident')
      .values([
        row('past', '2026-11-10T00:00', '2026-11-10T03:00'),
        row('long-ago', '2026-09-10T00:00', '2026-09-10T03:00'),
        row('now', '2026-11-20T09:00', null),
        { ...row('planned', '2026-11-25T01:00', '2026-11-25T05:00'), kind: 'maintenance' },
      ])
      .execute()
    await addRow(harness, 'service_incident_update', {
      incident_id: 'now',
      at: at('2026-11-20T09:30'),
      message: '復旧を進めています。',
    })
    const { services, incidents } = await harness.visitor(api.serviceStatusGet)
    expect(incidents.map(({ incidentId, state }) => [incidentId, state])).toEqual([
      ['planned', 'planned'],
      ['now', 'ongoing'],
      ['past', 'resolved'],
    ])
    const stateOf = (key: string) => services.find(({ serviceKey }) => serviceKey === key)
    expect(stateOf('data')).toMatchObject({
      state: 'degraded',
      message: '復旧を進めています。',
      since: '2026-11-20T09:00:00+09:00',
    })
    expect(stateOf('voice')?.state).toBe('normal')
  })
})
