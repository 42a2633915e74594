import type { Server } from 'node:http'

type AnswerTime = { kind: string; method: string; status: string; seconds: number }
export type AnswerTimes = ReturnType<typeof timeAnswers>

/**
 * Times every answer of the server from its first on, those of the page cache too. What counts them is loaded later
 * (decision 072): until it is there they are kept.
 */
export function timeAnswers(server: Server) {
  const times: AnswerTime[] = []
  let count: (time: AnswerTime) => void = (time) => times.push(time)
  server.prependListener('request', (incoming, outgoing) => {
    const began = performance.now()
    const kind = kindOf(incoming.url ?? '/')
    outgoing.once('close', () => {
      const asked = incoming.method ?? ''
      const method = methods.has(asked) ? asked : 'other'
      const status = outgoing.writableFinished
        ? `${Math.floor(outgoing.statusCode / 100)}xx`
        : 'cut'
      count({ kind, method, status, seconds: (performance.now() - began) / 1000 })
    })
  })
  return {
    tell: (counter: (time: AnswerTime) => void) => {
      count = counter
      for (const time of times.splice(0)) counter(time)
    },
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])
const kinds = {
  api: 'api',
  auth: 'login',
  callbacks: 'callback',
  assets: 'asset',
  mypage: 'mypage',
  health: 'health',
}
const isKind = (part: string): part is keyof typeof kinds => Object.hasOwn(kinds, part)

/** By the first part of the path: a label with whole paths would grow without end. */
function kindOf(url: string): string {
  const first = url.split(/[/?.]/, 2)[1] ?? ''
  return isKind(first) ? kinds[first] : 'site'
}
