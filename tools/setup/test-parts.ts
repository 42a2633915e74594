import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What `npm test` is made of. A report says how many tests there were; without one, it is one. */
export type Part = {
  name: string
  /** Programs run one after the other; the first is a Node script or a program of node_modules/.bin. */
  commands: string[][]
  report?: 'vitest' | 'playwright'
  needs: ('database' | 'build' | 'browser')[]
}

/** Short ones first, for a quick answer; the browser last, because it takes the machine for itself. */
export function testParts(root: string): Part[] {
  const has = (file: string) => existsSync(join(root, file))
  return [
    { name: 'format', commands: [['oxfmt', '--check']], needs: [] },
    {
      // The linter has the compiler in it, and reports what the compiler finds: the types are worked out once, not twice.
      name: 'lint',
      commands: [
        ['react-router', 'typegen'],
        ['oxlint', '--type-aware', '--type-check', '--deny-warnings'],
      ],
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
    ...(has('tools/check-content.ts')
      ? [{ name: 'content', commands: [['node', 'tools/check-content.ts']], needs: [] }]
      : []),
    vitest('unit', []),
    vitest('api', ['database']),
    vitest('http', ['database', 'build']),
    vitest('setup', ['database', 'build']),
    ...(has('playwright.config.ts') ? [browserPart] : []),
  ]
}

const browserPart: Part = {
  name: 'browser',
  commands: [['playwright', 'test', '--reporter=list,json']],
  report: 'playwright',
  needs: ['database', 'build', 'browser'],
}

function vitest(name: string, needs: Part['needs']): Part {
  const words = ['run', '--project', name, '--reporter=default', '--reporter=json']
  return { name, commands: [['vitest', ...words]], report: 'vitest', needs }
}
