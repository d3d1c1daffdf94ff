"""Examples of the rule `test-removed`."""

from __future__ import annotations

from rules.change import Change
from tests.rules.kit import Bad, change, edit

TEST = "from a import f\n\n\ndef test_f():\n    assert f() == 1\n\n\ndef test_g():\n    assert g() == 2\n"
CODE = {"src/a.py": "def f():\n    return 1\n\n\ndef g():\n    return 2\n"}
BAD: dict[str, Bad] = {
    "a test goes": Bad(
        edit("tests/test_a.py", TEST, TEST.partition("\n\n\ndef test_g")[0] + "\n", kept=CODE), "tests/test_a.py", None
    ),
    "a file of tests goes": Bad(
        change({"tests/test_a.py": TEST}, {"tests/test_a.py": None}, kept=CODE), "tests/test_a.py", None
    ),
    "a test is skipped": Bad(
        edit("tests/test_a.py", TEST, TEST.replace("def test_g", "@pytest.mark.skip\ndef test_g")), "tests/test_a.py", 8
    ),
    "what it asserts goes": Bad(
        edit("tests/test_a.py", TEST, TEST.replace("    assert g() == 2", "    g()")), "tests/test_a.py", None
    ),
    "it is always true": Bad(
        edit("tests/test_a.py", TEST, TEST.replace("    assert g() == 2", "    assert True")), "tests/test_a.py", 9
    ),
    "a test of go is skipped": Bad(
        edit("a_test.go", "func TestA(t *testing.T) {\n}\n", "func TestA(t *testing.T) {\n\tt.Skip()\n}\n"),
        "a_test.go",
        2,
    ),
}
GOOD: dict[str, Change] = {
    "test and code go together": change(
        {"tests/test_a.py": TEST, **CODE},
        {"tests/test_a.py": TEST.partition("\n\n\ndef test_g")[0] + "\n", "src/a.py": "def f():\n    return 1\n"},
    ),
    "a new test is skipped on some machines": edit(
        "a_test.go", "package a\n", "package a\n\nfunc TestA(t *testing.T) {\n\tif !ready() {\n\t\tt.Skip()\n\t}\n}\n"
    ),
    "a test is renamed": edit("tests/test_a.py", TEST, TEST.replace("test_g", "test_g_gives_two")),
    "a value changes": edit("tests/test_a.py", TEST, TEST.replace("== 2", "== 3")),
}
