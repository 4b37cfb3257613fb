import { InfiniteQueryObserver, type QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { cartQuery } from "@/features/cart/queries";
import {
  blogQuery,
  blogsQuery,
  contactQuery,
  customerCareQuery,
  returnPolicyQuery,
  termsQuery,
} from "@/features/content/queries";
import { customerQuery } from "@/features/customers/queries";
import { reviewsQuery } from "@/features/reviews/queries";
import { wishlistQuery } from "@/features/wishlist/queries";

interface State {
  data: unknown;
  error: unknown;
  isPending: boolean;
}
interface Observer {
  getCurrentResult: () => State;
  subscribe: (listener: () => void) => () => void;
}
type Observe = (client: QueryClient) => Observer;

const observe =
  (options: object): Observe =>
  (client) =>
    new QueryObserver(client, options as never);
const reviews: Observe = (client) =>
  new InfiniteQueryObserver(
    client,
    reviewsQuery("mug", { stars: null, pictures: false, words: "", sort: "newest" }),
  );

const AREAS: [name: string, observe: Observe, call: string][] = [
  ["comments of a product", reviews, "POST /api/productcomment/search"],
  ["return policy", observe(returnPolicyQuery), "GET /api/company-details/returnAndExchangePolicy"],
  ["terms", observe(termsQuery), "GET /api/company-details/termAndCondition"],
  ["contact", observe(contactQuery), "GET /api/company-details/contactUsDetails"],
  ["customer care", observe(customerCareQuery), "GET /api/company-details/customerCareDetails"],
  ["list of stories", observe(blogsQuery()), "GET /api/blogs"],
  ["one story", observe(blogQuery("glazes")), "GET /api/blogs/glazes"],
  ["customer", observe(customerQuery("5")), "GET /customer"],
  ["wishlist", observe(wishlistQuery("5")), "GET /wishlist"],
  ["cart", observe(cartQuery("5", [])), "GET /api/carts"],
];

const refused = {
  status: false,
  output: null,
  error: { code: "conflict", message: "No.", fields: {} },
};

let client: QueryClient;
let requests: Request[];
let respond: (request: Request) => Response | Promise<Response>;

beforeEach(() => {
  client = createQueryClient();
  requests = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    requests.push(request);
    return respond(request);
  });
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

describe("an area", () => {
  it.each(AREAS)("%s: loading, then its output or its error", async (_, create, call) => {
    const output = { items: [], total: 0 };
    respond = () => Response.json({ status: true, output, error: null });
    let observer = create(client);
    let stop = observer.subscribe(() => undefined);
    expect(observer.getCurrentResult()).toMatchObject({
      isPending: true,
      data: undefined,
      error: null,
    });
    await vi.waitFor(() => expect(observer.getCurrentResult().isPending).toBe(false));
    expect(JSON.stringify(observer.getCurrentResult().data)).toContain(JSON.stringify(output));
    expect(observer.getCurrentResult().error).toBeNull();
    const [{ method, url } = new Request("http://none.test")] = requests;
    expect(`${method} ${new URL(url).pathname}`).toBe(call);
    stop();

    client.clear();
    respond = () => Response.json(refused, { status: 409 });
    observer = create(client);
    stop = observer.subscribe(() => undefined);
    await vi.waitFor(() =>
      expect(observer.getCurrentResult()).toMatchObject({
        isPending: false,
        data: undefined,
        error: { message: "No.", body: refused },
      }),
    );
    stop();
  });

  it("is not changed by an aborted request", async () => {
    respond = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      });
    const stop = new QueryObserver(client, returnPolicyQuery).subscribe(() => undefined);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    stop();
    await vi.waitFor(() => expect(requests[0]?.signal.aborted).toBe(true));
    await vi.waitFor(() =>
      expect(client.getQueryState(returnPolicyQuery.queryKey)).toMatchObject({
        status: "pending",
        fetchStatus: "idle",
        error: null,
      }),
    );
  });
});

it("the cart of a guest is empty at first, without a request", async () => {
  await expect(client.query(cartQuery("guest", []))).resolves.toEqual([]);
  expect(requests).toEqual([]);
});
