/** Call the site's own API from a page, with its login session. */

interface Problem {
  detail: string;
}

/** The answer of the API: the body, or the refusal; null if there was no answer. */
export type Answer<Body> = { body: Body } | { refused: string } | null;

/** The body of the API's answer; null for a refusal, and without an answer. */
export async function askApi<Body>(url: string): Promise<Body | null> {
  const answer = await callApi<Body>(url);
  return answer && "body" in answer ? answer.body : null;
}

/** Read from the API, or send it a body. */
export async function callApi<Body>(url: string, body?: object): Promise<Answer<Body>> {
  const token = document.querySelector<HTMLInputElement>("[name=csrfmiddlewaretoken]")?.value ?? "";
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  try {
    const answer = await fetch(url, body ? { method: "POST", body: JSON.stringify(body), headers } : {});
    if (answer.ok) return { body: (await answer.json()) as Body };
    return answer.status < 500 ? { refused: ((await answer.json()) as Problem).detail } : null;
  } catch {
    return null;
  }
}
