import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OutsideSystem } from '#outside/operation.ts'
import { createOutsideDocument } from '#outside/openapi.ts'
import type { Breach, Reply, Request } from './breach.ts'

type Json = { readonly [key: string]: Json }

/** Follows the names; undefined where one is missing. */
function at(value: unknown, ...names: readonly string[]): unknown {
  let found = value
  for (const name of names)
    found =
      typeof found === 'object' && found !== null
        ? Object.entries(found).find(([key]) => key === name)?.[1]
        : undefined
  return found
}

/** Holds everything that goes to and fro against the system's document, by a library that knows nothing of us. */
export function watchExchanges(system: OutsideSystem, under = '') {
  const document: Json = JSON.parse(JSON.stringify(createOutsideDocument(system)))
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  addFormats.default(ajv)
  const faults: string[] = []
  const asked = new Set<string>()

  const compiled = new Map<object, ValidateFunction>()
  const validatorOf = (schema: object) => {
    const known = compiled.get(schema)
    if (known) return known
    const made = ajv.compile({ ...schema, components: document['components'] })
    compiled.set(schema, made)
    return made
  }
  const judge = (what: string, schema: unknown, value: unknown) => {
    if (typeof schema !== 'object' || schema === null)
      return void faults.push(`${what}: undeclared`)
    const validate = validatorOf(schema)
    if (!validate(value)) faults.push(`${what}: ${ajv.errorsText(validate.errors)}`)
  }

  const watch = (request: Request, reply: Reply) => {
    // How a page sends its own form is its own affair.
    if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return
    // What lies beside the system is not the system's.
    if (!/^(?:$|[/?])/.test(request.path.slice(under.length))) return
    const own = request.path.slice(under.length).replace(/^(?!\/)/, '/')
    const path = Object.keys(document['paths'] ?? {})
      .toSorted((a, b) => a.split('{').length - b.split('{').length)
      .find((pattern) => isLike(own, pattern))
    const operation = at(document, 'paths', path ?? '', request.method.toLowerCase())
    const what = `${request.method} ${request.path} ${reply.status}`
    if (operation === undefined) {
      // Pages that a person is led to have addresses of their own.
      const isPage = reply.headers['content-type']?.startsWith('text/html') ?? false
      return void (isPage || faults.push(`${what}: no such operation`))
    }
    const response = at(operation, 'responses', String(reply.status))
    if (reply.status < 300) asked.add(String(at(operation, 'operationId')))
    const media = reply.headers['content-type']?.split(';')[0] ?? 'none'
    const schema = at(response, 'content', media, 'schema')
    for (const value of valuesOf(reply.body, media)) judge(what, schema, value)
    if (reply.status < 300 && request.body !== '') {
      const body = at(operation, 'requestBody', 'content', 'application/json', 'schema')
      judge(`${what} (request)`, body, JSON.parse(request.body))
    }
  }

  const breach: Pick<Breach, 'answer' | 'report'> = {
    async answer(request, forward) {
      const reply = await forward()
      watch(request, reply)
      return reply
    },
    report(sent) {
      const report: unknown = JSON.parse(sent.body)
      const schemas = Object.values(document['webhooks'] ?? {}).map((webhook) =>
        at(webhook, 'post', 'requestBody', 'content', 'application/json', 'schema'),
      )
      const fits = schemas.some(
        (schema) => typeof schema === 'object' && schema !== null && validatorOf(schema)(report),
      )
      if (!fits) faults.push(`report ${sent.body}`)
      return [sent]
    },
  }
  return {
    breach,
    faults: () => [...new Set(faults)],
    /** Operations of the document that nobody has asked. */
    neverAsked: () => Object.keys(system.operations).filter((name) => !asked.has(name)),
  }
}

/** Of NDJSON every line; of what is no JSON the text itself. */
function valuesOf(body: string, media: string): unknown[] {
  if (media === 'application/json') return [JSON.parse(body)]
  if (media !== 'application/x-ndjson') return [body]
  const lines = body.split('\n').filter((line) => line !== '')
  return lines.map((line): unknown => JSON.parse(line))
}

function isLike(path: string, pattern: string) {
  const own = (path.split('?')[0] ?? '').split('/')
  const parts = pattern.split('/')
  return (
    own.length === parts.length && parts.every((part, n) => part.startsWith('{') || part === own[n])
  )
}
