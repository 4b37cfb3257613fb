export interface paths {
  "/api/admin/v1/session": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      responses: {
        200: {
          headers: Record<string, string>;
          content: {
            "application/json": {
              status: true;
              output: {
                operatorId: number;
                name: string;
                email: string;
                role: string;
                permissions: string[];
                csrfToken: string | null;
              };
            };
          };
        };
      };
    };
    delete: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      responses: {
        200: {
          headers: Record<string, string>;
          content: { "application/json": { status: true; output: null } };
        };
      };
    };
  };
}
