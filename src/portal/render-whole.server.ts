import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream, type RenderToPipeableStreamOptions } from 'react-dom/server'

/**
 * The document when all of it is there: it is cached or carries a member's data, and a stream would show neither sooner.
 * By Node's own stream: a web stream of the same pieces costs several times as much.
 * @throws what fails outside of every error boundary.
 */
export function renderWhole(
  element: ReactNode,
  options: Pick<RenderToPipeableStreamOptions, 'nonce' | 'onError'>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(element, {
      ...options,
      onAllReady: () => pipe(collector(resolve, reject)),
      onShellError: reject,
    })
  })
}

/** React ends its pieces between two characters, so each can be read by itself. */
function collector(resolve: (text: string) => void, reject: (cause: unknown) => void) {
  let text = ''
  const writable = new Writable({
    // Everything is ready: React need not be held up.
    highWaterMark: Number.MAX_SAFE_INTEGER,
    decodeStrings: false,
    write(piece: string | Buffer, _, done) {
      text += typeof piece === 'string' ? piece : piece.toString('utf8')
      done()
    },
    final(done) {
      resolve(text)
      done()
    },
  })
  return writable.on('error', reject)
}
