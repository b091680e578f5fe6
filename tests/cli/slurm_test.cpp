// What Slurm's programs print, read strictly; words for the shell; other programs and their ends.
#include "cli/slurm.hpp"

#include <gtest/gtest.h>

#include "cli/cluster_scripts.hpp"
#include "cli/process.hpp"

namespace damier {
namespace {

TEST(Slurm, LinesOfJobs) {
    const auto running = parse_slurm_job("17|RUNNING|n[1-2],m3|None|damier-1f00ba11-c0ffee00-u5");
    ASSERT_TRUE(running);
    EXPECT_EQ(running->id, "17");
    EXPECT_EQ(running->state, "RUNNING");
    EXPECT_EQ(running->nodes, "n[1-2],m3");
    EXPECT_EQ(running->name, "damier-1f00ba11-c0ffee00-u5");
    EXPECT_TRUE(running->running());
    EXPECT_FALSE(running->stuck());
    const auto held = parse_slurm_job("18|PENDING||launch failed requeued held|x");
    ASSERT_TRUE(held);
    EXPECT_FALSE(held->running());
    EXPECT_TRUE(held->stuck());
    EXPECT_TRUE(parse_slurm_job("18|PENDING||JobHeldUser|x")->stuck());
    EXPECT_TRUE(parse_slurm_job("18|PENDING||DependencyNeverSatisfied|x")->stuck());
    EXPECT_FALSE(parse_slurm_job("18|PENDING||Dependency|x")->stuck());
    // Other people's names are their matter.
    EXPECT_EQ(parse_slurm_job("20_[1-5%2]|PENDING||Priority|a|b c|")->name, "a|b c|");
    for (const char* line : {"", "17", "17|RUNNING|n1|None", "x|RUNNING|n1|None|n", "17|running|n1|None|n",
                             "|RUNNING|n1|None|n", "17||n1|None|n"})
        EXPECT_FALSE(parse_slurm_job(line)) << line;
}

TEST(Slurm, NumbersOfJobs) {
    EXPECT_EQ(parse_job_number("4711\n").value(), "4711");
    EXPECT_EQ(parse_job_number("4711;cluster\n").value(), "4711");
    for (const char* text : {"", "\n", "Submitted batch job 17\n", "17x\n", "-1\n"})
        EXPECT_FALSE(parse_job_number(text)) << text;
}

TEST(Shell, QuotedWordsComeThrough) {
    for (const char* word :
         {"plain", "", "two words", "it's", "$HOME", "a\"b", "*", "back\\slash", "#", "~"}) {
        const auto outcome = run_process({"sh", "-c", std::string{"printf %s "} + shell_quoted(word)},
                                         std::chrono::seconds{10});
        ASSERT_TRUE(outcome);
        EXPECT_EQ(outcome->out, word);
    }
}

TEST(Process, OutputAndEnds) {
    const auto run = [](const char* script, int seconds = 10) {
        return run_process({"sh", "-c", script}, std::chrono::seconds{seconds});
    };
    const auto both = run("echo out; echo first >&2; echo second >&2; exit 3");
    ASSERT_TRUE(both);
    EXPECT_EQ(both->code, 3);
    EXPECT_EQ(both->out, "out\n");
    EXPECT_EQ(both->err, "first\nsecond\n");
    EXPECT_EQ(complaint(*both), "first");
    EXPECT_EQ(complaint(*run("exit 4")), "exit code 4");
    EXPECT_EQ(run("kill -TERM $$")->code, 128 + 15);
    EXPECT_EQ(run("cat")->out, "");  // its input is empty
    // More than a pipe holds, on both streams.
    const auto much =
        run("i=0; while [ $i -lt 20000 ]; do echo 1234567890; echo 1234567890 >&2; i=$((i+1)); done");
    ASSERT_TRUE(much);
    EXPECT_EQ(much->out.size(), 220'000u);
    EXPECT_EQ(much->err.size(), 220'000u);

    const auto late = run("exec sleep 60", 1);
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().kind, ErrorKind::io);
    EXPECT_NE(late.error().message.find("sh did not answer"), std::string::npos);
    const auto none = run_process({"no-such-program-of-damier"}, std::chrono::seconds{1});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().kind, ErrorKind::not_answerable);
}

ClusterPlan small_plan() {
    ClusterPlan plan;
    plan.variant = "english";
    plan.board = "8x8";
    plan.metric = "wld";
    plan.pieces = 3;
    plan.fingerprint = 0x0123456789abcdef;
    plan.folder = "/shared/100% \"tables\"";
    plan.serial_seconds = 1.25;
    for (std::size_t u = 0; u < 3; ++u) {
        BuildUnit unit;
        unit.slices.push_back(Slice::of(1, static_cast<int>(u), 0, 1));
        if (u > 0) unit.parents.push_back(u - 1);
        unit.memory = (std::uint64_t{1} << 63) + u;
        unit.seconds = 0.1 + static_cast<double>(u);
        plan.units.push_back(unit);
    }
    return plan;
}

TEST(ClusterPlanFile, ComesBackTheSame) {
    const ClusterPlan plan = small_plan();
    const std::string text = plan_text(plan);
    const auto back = parse_plan(text, "plan");
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(plan_text(*back), text);
    EXPECT_EQ(back->units[2].memory, plan.units[2].memory);
    EXPECT_EQ(back->units[2].parents, plan.units[2].parents);
    EXPECT_EQ(plan_digest(*back), plan_digest(plan));
    ClusterPlan other = plan;
    other.effort = Effort::fast;
    EXPECT_NE(plan_digest(other), plan_digest(plan));
}

TEST(ClusterPlanFile, KeepsTheDrawRules) {
    ClusterPlan plan = small_plan();
    plan.metric = "rule";
    plan.rules = {"idf-64", {"7.2.8-equal=first"}, {"7.2.5", "7.2.8"}};
    plan.draw_rules = 0xfedcba9876543210;
    const auto back = parse_plan(plan_text(plan), "plan");
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(plan_text(*back), plan_text(plan));
    EXPECT_EQ(back->rules.rulebook, "idf-64");
    EXPECT_EQ(back->rules.settings, plan.rules.settings);
    EXPECT_EQ(back->rules.articles, plan.rules.articles);
    EXPECT_EQ(back->draw_rules, plan.draw_rules);
    // English draughts have no such rulebook: none is guessed.
    EXPECT_FALSE(game_of(*back));
}

// No byte of it can change unseen.
TEST(ClusterPlanFile, IsSealed) {
    const std::string text = plan_text(small_plan());
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string altered = text;
        altered[i] = static_cast<char>(altered[i] ^ 1);
        EXPECT_FALSE(parse_plan(altered, "plan")) << i;
        EXPECT_FALSE(parse_plan(text.substr(0, i), "plan")) << i;
    }
    EXPECT_FALSE(parse_plan(text + "{}\n", "plan"));
}

TEST(ClusterScripts, NamesOfJobs) {
    const ClusterPlan plan = small_plan();
    ClusterPlan other = plan;
    other.units.pop_back();
    EXPECT_EQ(set_prefix(plan), set_prefix(other));
    EXPECT_NE(plan_prefix(plan), plan_prefix(other));
    EXPECT_EQ(unit_of_job(plan, plan_prefix(plan) + "u2"), 2u);
    for (const char* name : {"u3", "u", "u-1", "next", "u1x", "u01x"})
        EXPECT_EQ(unit_of_job(plan, plan_prefix(plan) + name), std::nullopt) << name;
    EXPECT_EQ(unit_of_job(plan, plan_prefix(other) + "u1"), std::nullopt);
}

TEST(ClusterScripts, WordsOfSbatch) {
    const ClusterPlan plan = small_plan();
    SlurmOptions options;
    options.cpus = 8;
    options.time = "12:00:00";
    options.sbatch = {"--account=me"};
    const auto words = unit_words(plan, options, 2, "name", {"7", "9"});
    const auto has = [&](const std::string& word) {
        return std::find(words.begin(), words.end(), word) != words.end();
    };
    EXPECT_TRUE(has("--dependency=afterok:7:9"));
    EXPECT_TRUE(has("--kill-on-invalid-dep=yes"));
    EXPECT_TRUE(has("--cpus-per-task=8"));
    EXPECT_TRUE(has("--time=12:00:00"));
    EXPECT_TRUE(has("--account=me"));
    EXPECT_TRUE(has("--requeue"));
    // Slurm reads % in it.
    EXPECT_TRUE(has("--output=/shared/100%% \"tables\"/.cluster/english-8x8.wld.3/log/unit-2.log"));
    EXPECT_EQ(words.back(), "2");
    for (const auto& word : unit_words(plan, options, 0, "name", {}))
        EXPECT_EQ(word.find("--dependency"), std::string::npos);
}

}  // namespace
}  // namespace damier
