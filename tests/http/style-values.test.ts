import { expect, test } from 'vitest'
import { request } from './portal.ts'

/** A minifier once wrote `border-image:none` as `border-image:`, and paper got the grounds of the screen. */
test.each(['/', '/fee', '/mnp', '/support', '/doc/terminallist.html'])(
  '%s は、値のないスタイルを持たない',
  async (path) => {
    const { text: html } = await request(path)
    const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => text)
    expect(styles.join('')).toContain('border-image:')
    expect(styles.join('').match(/[\w-]+:(?=[;}])/g)).toBeNull()
  },
)
