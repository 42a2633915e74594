import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'

export const watchFolder = fileURLToPath(new URL('../container/', import.meta.url))
const read = (file: string) => readFileSync(join(watchFolder, file), 'utf8')

const ruleFile = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({
            summary: z.string(),
            member: z.string(),
            pages_after: z.string(),
            runbook: z.string(),
          }),
        }),
      ),
    }),
  ),
})

/** Each with what the member suffers, how soon it pages and where the runbook speaks of it; nothing else may stand there. */
export const alarms = ruleFile
  .parse(parse(read('alarms.yaml')))
  .groups.flatMap(({ rules }) => rules)

const exampleFile = z.object({
  tests: z.array(
    z.object({
      name: z.string(),
      promql_expr_test: z.array(
        z.object({ expr: z.string(), eval_time: z.string(), exp_samples: z.unknown().optional() }),
      ),
    }),
  ),
})

/** What promtool is asked: see the head of the file. */
export const alarmExamples = exampleFile.parse(parse(read('alarms.test.yaml'))).tests

/** Every query of the dashboard, wherever it stands. */
export function dashboardQueries(
  part: unknown = JSON.parse(read('grafana-dashboard.json')),
): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'expr' && typeof value === 'string' ? [value] : dashboardQueries(value),
  )
}

const words = new Set(['and', 'or', 'unless', 'bool', 'offset'])

/** The metrics of a query: its names that are neither functions, labels nor words of the language. */
export function metricsOf(query: string): string[] {
  const bare = query
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '')
  return [...bare.matchAll(/[a-zA-Z_:][\w:]*(?!\s*\(|[\w:])/g)]
    .map(([name]) => name)
    .filter((name) => !words.has(name))
}
