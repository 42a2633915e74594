import { OLDEST_MAJOR } from '#backend/db/migrate.ts'
import { promisedMajors } from './postgresql-server.ts'

/** What a run of the tests is made of. A report says how many tests there were; without one, it is one. */
export type Part = {
  name: string
  /** Programs run one after the other; the first is a Node script or a program of node_modules/.bin. */
  commands: string[][]
  environment?: Record<string, string>
  report?: 'vitest' | 'playwright'
  needs: ('database' | 'build' | 'browser')[]
}

/**
 * `npm test`. First what needs no build, while it is built; then the two longest, each beside the others, so that none of them
 * is left alone with the machine at the end.
 */
export function testParts(): Part[] {
  return [
    { name: 'format', commands: [['oxfmt', '--check']], needs: [] },
    {
      // The linter has the compiler in it, and reports what the compiler finds: the types are worked out once, not twice.
      name: 'lint',
      commands: [
        ['react-router', 'typegen'],
        ['oxlint', '--type-aware', '--type-check', '--deny-warnings'],
      ],
      // Each checker works out the types that it meets for itself: four take twice the processor time of the one that tsconfig.json
      // asks for. Go's garbage collector took a sixth of it, and a second thread helps nothing (bench/results/tests.md).
      environment: { GOGC: '400', GOMAXPROCS: '1' },
      needs: [],
    },
    {
      // All of it, and then without the tests: what no program uses is marked @internal, or goes.
      name: 'unused',
      commands: [
        ['knip', '--no-progress'],
        ['knip', '--production', '--no-progress'],
      ],
      needs: [],
    },
    vitest('api', ['database']),
    playwright('browser', {}),
    vitest('unit', []),
    { name: 'content', commands: [['node', 'tools/check-content.ts']], needs: [] },
    vitest('setup', ['database', 'build']),
    vitest('http', ['database', 'build']),
  ]
}

/**
 * `npm run test:long`: what is exhaustive rather than necessary with each change (docs/decisions/056). Vitest's are in
 * tests/long; the HTTP tests walk as all of the demo's members; browser tests have the tag @long.
 */
export function longTestParts(): Part[] {
  return [
    vitest('long', ['database', 'build']),
    {
      ...vitest('http', ['database', 'build']),
      name: 'long-http',
      environment: { TEST_LONG: '1' },
    },
    onPostgresql(OLDEST_MAJOR),
    playwright('long-browser', { TEST_LONG: '1' }),
  ]
}

/** `npm run test:postgresql`: the API's tests on each PostgreSQL that the portal promises to run on. */
export function postgresqlParts(): Part[] {
  return promisedMajors.map(onPostgresql)
}

function onPostgresql(major: number): Part {
  const [[...vitestApi] = []] = vitest('api', []).commands
  return {
    name: `postgresql-${major}`,
    commands: [['node', 'tools/on-postgresql.ts', String(major), ...vitestApi]],
    // As databases are that have grown: with columns that were dropped. The usual tests have fresh ones.
    environment: { TEST_DATABASE_MADE_BY: 'migrations' },
    report: 'vitest',
    needs: [],
  }
}

function playwright(name: string, environment: Record<string, string>): Part {
  return {
    name,
    commands: [['playwright', 'test', '--reporter=list,json']],
    environment,
    report: 'playwright',
    needs: ['database', 'build', 'browser'],
  }
}

function vitest(name: string, needs: Part['needs']): Part {
  const words = ['run', '--project', name, '--reporter=default', '--reporter=json']
  return { name, commands: [['vitest', ...words]], report: 'vitest', needs }
}
