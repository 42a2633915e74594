import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

const asked = new AsyncLocalStorage<() => void>()

/**
 * Does `work`, and `action` once the transaction in which it asks the database is committed: never if that is rolled back,
 * at once where it asks outside of one.
 */
export function afterCommit<T>(action: () => void, work: () => Promise<T>): Promise<T> {
  return asked.run(action, work)
}

/** Lets a session do what was asked for after its commits. */
export function doAfterCommit(client: pg.PoolClient) {
  const query: (...words: unknown[]) => unknown = client.query.bind(client)
  let pending = new Set<() => void>()
  let isWithin = false
  function runAfterAnswer(text: unknown, action: (() => void) | undefined) {
    if (isBeginning(text)) isWithin = true
    else if (text === 'commit') {
      for (const one of leave()) one()
    } else if (action && isWithin) pending.add(action)
    else action?.()
    if (text === 'rollback') leave()
  }
  function leave() {
    const actions = pending
    pending = new Set()
    isWithin = false
    return actions
  }
  Object.defineProperty(client, 'query', {
    configurable: true,
    value: (...words: unknown[]) => {
      const action = asked.getStore()
      const answer = query(...words)
      const [text] = words
      const isEnd = text === 'commit' || text === 'rollback'
      if (answer instanceof Promise && (action || isWithin || isBeginning(text)))
        answer.then(
          () => runAfterAnswer(text, action),
          () => isEnd && leave(),
        )
      return answer
    },
  })
}

const isBeginning = (text: unknown) => typeof text === 'string' && /^(begin|start)\b/.test(text)
