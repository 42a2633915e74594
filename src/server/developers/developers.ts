import type { Fragment } from '../content/source.ts'
import { sharedForms } from './fields.ts'
import { formsFragment } from './reference-page.ts'
import { guideFragments } from './guide-pages.ts'
import { operationFragment } from './operation-page.ts'
import { operations } from './operations.ts'
import { readDocument } from './schema.ts'

/** All pages for developers. The build asks for them once: they print nothing that changes with the day. */
export function developerFragments(): Fragment[] {
  const { schemas, messages } = readDocument()
  const results = [...messages.values()].map(({ result }) => result)
  const forms = { schemas, shared: sharedForms(schemas, results) }
  const reference = operations.map((operation) => {
    const own = messages.get(operation.id)
    if (own === undefined) throw new Error(`${operation.id} is not in the OpenAPI document`)
    return operationFragment(operation, own, forms)
  })
  return [...guideFragments(), ...reference, formsFragment(forms)]
}
