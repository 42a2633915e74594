/** The class of the provider's main-content start markup, for our content wrapper (spec 3). */
export function mainClassOf(mainContents: string): string {
  return /^\s*<[a-z]+[^>]*\sclass="([^"]*)"/.exec(mainContents)?.[1] ?? ''
}
