export class SetupRefusal extends Error {}

export function installDependencies(options: {
  root: string
  production: boolean
  say: (line: string) => void
}): Promise<string>
export function installFolder(options: {
  root: string
  folder: string
  say: (line: string) => void
}): Promise<void>
export function expectedStamp(root: string): string
export function matchesLock(root: string, production: boolean): boolean
