import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { alarmExamples, alarms, dashboardQueries, metricsOf } from './alarms.ts'

const runbook = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8')

/** Minutes of Prometheus' words for a time: 1d, 2h11m, 0m. */
function minutes(words: string): number {
  const [whole, days = 0, hours = 0, left = 0] =
    /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?$/.exec(words) ?? []
  if (!whole) throw new Error(`${words} is no time in days, hours and minutes`)
  return Number(days) * 1440 + Number(hours) * 60 + Number(left)
}

describe('警報は、会員に何が起きるか、いつ鳴るか、どうするかを言う', () => {
  test('どの警報にも、運用の手引きに段落があり、ほかの段落はない', () => {
    const [, section = ''] = /^## Alarms\n(.*?)^## /ms.exec(runbook) ?? []
    const paragraphs = [...section.matchAll(/^### (\w+)\n\S/gm)].map(([, name]) => name)
    expect(paragraphs).toEqual(alarms.map(({ alert }) => alert))
    for (const { alert, annotations } of alarms)
      expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`)
  })

  // What promtool finds of it: tests/long/alarms.test.ts.
  test.each(alarms)(
    '$alert：言った時刻に鳴り、その1分前には鳴らないことが、試される',
    ({ alert, annotations }) => {
      const asked = alarmExamples.find(({ name }) => name === alert)?.promql_expr_test
      const expr = `count(ALERTS{alertname="${alert}",alertstate="firing"})`
      const pages = 60 + minutes(annotations.pages_after)
      expect(asked?.map(({ eval_time, ...rest }) => ({ ...rest, at: minutes(eval_time) }))).toEqual(
        [
          { expr, at: pages - 1 },
          { expr, at: pages, exp_samples: [{ labels: '{}', value: 1 }] },
        ],
      )
    },
  )
})

test('式から取り出す値の名は、関数でも、札でも、期間でもない', () => {
  expect(
    metricsOf('max by (feed) (a_seconds{feed="x y"}) > 3 and sum(rate(b_total[5m])) unless c:d'),
  ).toEqual(['a_seconds', 'b_total', 'c:d'])
  expect(dashboardQueries({ panels: [{ targets: [{ expr: 'up' }] }] })).toEqual(['up'])
})
