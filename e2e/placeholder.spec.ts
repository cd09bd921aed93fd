import { expect, test } from './pool.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page at / says what Outlast is and leads to the API, in ${colorScheme}`, async ({ browser, pool }) => {
    const page = await browser.newPage({ colorScheme, viewport: { width: 360, height: 740 } })
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('requestfailed', (request) => problems.push(request.url()))
    page.on('response', (answer) => answer.status() >= 400 && problems.push(`${answer.status()} ${answer.url()}`))
    await page.goto(pool.url)
    await expect(page).toHaveTitle('Outlast')
    await expect(page.getByRole('heading', { level: 1, name: 'Outlast' })).toBeVisible()
    await expect(page.getByText('under construction')).toBeVisible()
    await expect(page.getByRole('link', { name: /API/ })).toHaveAttribute('href', '/api/docs')
    await expect(page.locator('body')).toHaveCSS(
      'background-color',
      colorScheme === 'dark' ? 'rgb(18, 21, 19)' : 'rgb(251, 250, 247)',
    )
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(problems).toEqual([])
    await page.close()
  })
}
