import { createRequire } from 'node:module'
import { MLEngine } from 'markuplint'
import type { RenderedPage } from '../rendered-page.ts'
import type { Finding } from './page.ts'

/** By its file: by its name markuplint seeks it under a percent-encoded path, in vain where a folder has a space. */
function preset(name: string): string {
  const { resolve } = createRequire(import.meta.resolve('markuplint'))
  return resolve(`@markuplint/config-presets/preset.${name}.json`)
}

/**
 * A fragment is no whole document: its h1 and its place in the outline are checked by our own rules. Accessible names are
 * axe's (tests/e2e/public-axe.e2e.ts), on every page as it is shown; here they would take more than half of the time.
 */
const config = {
  extends: [preset('html-standard'), preset('a11y')],
  rules: { 'required-h1': false, 'require-accessible-name': false },
}

type Page = Pick<RenderedPage, 'html'> & { facts: { view: string } }

/** What the HTML standard and WAI-ARIA say of the built text, by markuplint. */
export async function htmlStandardFindings(pages: Page[]): Promise<Finding[]> {
  const engine = await MLEngine.fromCode('', { name: 'page.html', config, noSearchConfig: true })
  const findings: Finding[] = []
  for (const { facts, html } of pages) {
    await engine.setCode(html.default)
    const result = await engine.exec()
    for (const { line, message, ruleId } of result?.violations ?? []) {
      const text = `${ruleId}: ${message} (line of the built page)`
      findings.push({ file: `${facts.view.slice(1)}.html`, line, message: text })
    }
  }
  await engine.close()
  return findings
}
