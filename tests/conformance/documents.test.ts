import { readFileSync, readdirSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { clausesIn, suites } from '#conformance/systems.ts'
import { outsideSystems } from '#outside/index.ts'
import { createOutsideDocument } from '#outside/openapi.ts'

const folder = 'docs/outside-systems'
const textOf = (name: string) => readFileSync(`${folder}/${name}.openapi.json`, 'utf8')

describe.each(outsideSystems)('$title の文書', (system) => {
  test('docs/outside-systems/ にあるものは最新である（node tools/write-outside.ts）', () => {
    const written = `${JSON.stringify(createOutsideDocument(system), null, 2)}\n`
    expect(textOf(system.name)).toBe(written)
  })

  test('OpenAPI 3.1 として正しい', async () => {
    const { valid, errors } = await new Validator().validate(textOf(system.name))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })
})

test('宣言した系のほかに、文書はない', () => {
  const names = outsideSystems.map(({ name }) => `${name}.openapi.json`)
  expect(readdirSync(folder).toSorted()).toEqual(names.toSorted())
})

test('まちがった文書は、見つかる', async () => {
  const [system] = outsideSystems
  if (!system) throw new Error('no system')
  const { paths: _, ...rest } = createOutsideDocument(system)
  const wrong = JSON.stringify({ ...rest, paths: { charges: {} } })
  expect((await new Validator().validate(wrong)).valid).toBe(false)
})

describe('番号の付いた文は、試す手順と1つずつ対応する', () => {
  const clauses = clausesIn(readFileSync('docs/outside-systems.md', 'utf8'))
  const checked = Object.values(suites).flatMap(({ checks }) => checks.map(({ id }) => id))

  test('試されない文はなく、文のない手順もない', () => {
    expect([...clauses.keys()].toSorted()).toEqual([...new Set(checked)].toSorted())
  })

  test('1つの系は、同じ文を2回試さない', () => {
    for (const { checks } of Object.values(suites)) {
      const ids = checks.map(({ id }) => id)
      expect(ids).toEqual([...new Set(ids)])
    }
  })

  test('文を読み取り、2回ある番号を断る', () => {
    const prose = '- **CARD-1** 一行目\n  続き\n- **OIDC-2** 別の文\n\n- 番号のない文\n'
    expect([...clausesIn(prose)]).toEqual([
      ['CARD-1', '一行目 続き'],
      ['OIDC-2', '別の文'],
    ])
    expect(() => clausesIn('- **A-1** x\n- **A-1** y\n')).toThrow('A-1 stands twice')
  })
})
