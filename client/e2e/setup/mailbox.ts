import { expect } from '@playwright/test'

/** Waits for a mail to an address, and returns its first link with this path. */
export async function mailedLink(baseURL: string, to: string, path: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const mails = (await (await fetch(`${baseURL}/mailbox.json`)).json()) as { to: string; text: string }[]
    const text = mails.find((mail) => mail.to === to && mail.text.includes(path))?.text ?? ''
    link = new RegExp(`https?://\\S*${path}\\S*`).exec(text)?.[0]
    expect(link).toBeDefined()
  }).toPass({ timeout: 20_000 })
  return link!
}
