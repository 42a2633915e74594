import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { clockDifferenceSeconds } from '#backend/jobs/clock-difference.ts'
import { findingsOfTheHouse } from '../findings/findings.ts'
import { keepAnswer } from '../health/keep-answer.ts'
import type { Services } from '../services.ts'
import type { AnswerTimes } from './answer-times.ts'
import {
  operationMetrics,
  readOperationFigures,
  type OperationFigures,
} from './operation-figures.ts'

/** However often they are scraped, the tables are asked no more often than this. */
const MEMOIZED_MS = 15_000

export type Metrics = ReturnType<typeof createMetrics>

/** What this process measures of itself, and what the tables say of the whole operation. */
export function createMetrics(services: Services) {
  const registers = [new Registry()] satisfies [Registry]
  const [registry] = registers
  collectDefaultMetrics({ register: registry })
  measurePools(services, registry)
  measureClock(services, registry)
  const unread = new Counter({
    name: 'portal_figures_unread_total',
    help: 'Times the figures of the operation could not be read from the database',
    registers,
  })
  const gauges = Object.entries(operationMetrics).map(([name, help]) => ({
    name,
    gauge: new Gauge({
      name,
      help,
      labelNames: ['finding', 'queue', 'state', 'procedure', 'channel', 'key', 'result', 'feed'],
      registers,
    }),
  }))
  const findings = findingsOfTheHouse(services.procedures)

  async function readFigures(): Promise<OperationFigures | undefined> {
    try {
      return await readOperationFigures(services.database.db, findings, services.clock.now())
    } catch (err) {
      services.log.warn({ err }, 'figures of the operation not read')
      unread.inc()
      return undefined
    }
  }
  const figures = keepAnswer(readFigures, MEMOIZED_MS)

  return {
    contentType: registry.contentType,
    /** The page in Prometheus' text format. Without the database, what the process knows of itself. */
    text: async () => {
      const read: Partial<Record<string, OperationFigures[keyof OperationFigures]>> =
        (await figures()) ?? {}
      for (const { name, gauge } of gauges) {
        gauge.reset()
        for (const { labels, value } of read[name] ?? []) gauge.set(labels, value)
      }
      return registry.metrics()
    },
    countAnswers: (times: AnswerTimes) => countAnswers(times, registers),
  }
}

function measurePools({ database }: Services, registry: Registry) {
  const pools = { writing: database.pool, reading: database.reading }
  const connections = new Gauge({
    name: 'portal_database_connections',
    help: 'Connections of this process by pool, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'used' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  registry.registerMetric(connections)
}

/** Of this process' machine, ahead or behind: the alarm looks both ways. Without the database there is nothing to compare. */
function measureClock({ database }: Services, registry: Registry) {
  const ask = keepAnswer(() => clockDifferenceSeconds(database).catch(() => undefined), MEMOIZED_MS)
  const difference = new Gauge({
    name: 'portal_clock_difference_seconds',
    help: "How far the clock of this process' machine is ahead of the database's; behind is below zero",
    registers: [],
    async collect() {
      this.reset()
      const seconds = await ask()
      if (seconds !== undefined) this.set(seconds)
    },
  })
  registry.registerMetric(difference)
}

/** Counts every answer of this process. */
function countAnswers(times: AnswerTimes, registers: [Registry]) {
  const histogram = new Histogram({
    name: 'portal_request_seconds',
    help: 'Time from a request to the end of its answer, by kind, method and class of status',
    labelNames: ['kind', 'method', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 3, 10],
    registers,
  })
  times.tell(({ seconds, ...labels }) => histogram.observe(labels, seconds))
}
